/** To come. */
export default function Page() {
  return <h1>patients</h1>
}
