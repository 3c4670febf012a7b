/** To come. */
export default function Page() {
  return <h1>prior-authorization</h1>
}
