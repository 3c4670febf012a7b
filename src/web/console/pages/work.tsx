/** To come. */
export default function Page() {
  return <h1>work</h1>
}
