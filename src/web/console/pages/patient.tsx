/** To come. */
export default function Page() {
  return <h1>patient</h1>
}
