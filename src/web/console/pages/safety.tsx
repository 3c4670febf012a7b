/** To come. */
export default function Page() {
  return <h1>safety</h1>
}
