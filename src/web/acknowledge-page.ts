/** The page on which a manufacturer acknowledges a safety report. Nothing of the report is on it. */
export const acknowledgePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Acknowledge a safety report</title>
<link rel="stylesheet" href="acknowledge.css">
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>Acknowledge a safety report</h1>
<form id="form">
<label for="number">Your number of the report, if you have one</label>
<input id="number" name="number" maxlength="100" autocomplete="off">
<button type="submit">We received it</button>
</form>
<p id="status" role="status"></p>
<noscript><p>This page needs JavaScript. You may answer the message instead.</p></noscript>
</main>
<script src="acknowledge.js"></script>
</body>
</html>
`

export const acknowledgeStyle = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 32rem; margin: 10vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.4rem; }
label { display: block; margin-bottom: 0.3rem; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: 0.5rem; }
button { font: inherit; margin-top: 1rem; padding: 0.5rem 1.2rem; }
`

export const acknowledgeScript = `const form = document.getElementById('form')
const status = document.getElementById('status')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  status.textContent = ''
  try {
    const number = form.number.value.trim()
    const answer = await fetch(location.pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: location.hash.slice(1), receiver_number: number === '' ? null : number }),
    })
    if (answer.ok) {
      form.hidden = true
      status.textContent = 'Thank you. The report is acknowledged.'
      return
    }
    status.textContent = answer.status === 404 || answer.status === 422 ? 'This link is of no safety report.' : 'That did not work. Please try again in a minute.'
  } catch {
    status.textContent = 'The service cannot be reached. Please try again in a minute.'
  }
  button.disabled = false
})
`
