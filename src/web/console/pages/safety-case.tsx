/** To come. */
export default function Page() {
  return <h1>safety-case</h1>
}
