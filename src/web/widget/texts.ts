const en = {
  launcher: 'Ask a question',
  title: 'Questions and answers',
  close: 'Close',
  ask: 'Ask',
  search: 'Search',
  modes: 'What to do',
  conversation: 'Conversation',
  results: 'Results',
  yourQuestion: 'Your question',
  searchFor: 'Search the library',
  welcome: 'Hi! Ask me about your medicine, its side effects or the support program. In an emergency, call 911.',
  placeholder: 'Ask a question',
  suggestions: 'Suggestions',
  send: 'Send',
  stop: 'Stop',
  youSaid: 'You asked:',
  answered: 'Answer:',
  starting: 'Starting…',
  waiting: 'Looking for an answer…',
  waitingFor: (name: string) => `Waiting for ${name}…`,
  reconnecting: 'The connection was lost. Reconnecting…',
  stopped: 'Stopped. This answer may be incomplete.',
  again: 'Get the answer again',
  tryAgain: 'Try again',
  sources: 'From our library',
  video: 'Video',
  from: 'from',
  newTab: '(opens in a new tab)',
  copy: 'Copy',
  copied: 'Copied',
  helpful: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  comment: 'What could be better? (optional)',
  commentHelped: 'Anything to add? (optional)',
  commentHint: 'Please leave out names and health details.',
  sendComment: 'Send',
  thanks: 'Thank you.',
  uncertain: 'Not certain',
  not_found: 'Not in our library',
  emergency: 'This may be an emergency',
  adverse_event: 'Safety report',
  call: 'Call',
  callback: 'Have somebody call you',
  callbackNumber: 'Your phone number',
  callbackNumberWrong: 'Enter the number with its area code, such as 703 555 0135.',
  callbackTime: 'When to call',
  callbackTimes: { any: 'Any time', morning: 'In the morning', afternoon: 'In the afternoon', evening: 'In the evening' },
  callbackConsent:
    'I agree that a person from the support program calls me at this number about my request. It is not for emergencies, and nothing depends on my agreeing.',
  callbackSend: 'Ask for a call',
  callbackDone: 'Thank you. Somebody from our team will call you. In an emergency, call 911.',
  callbackTooMany: 'Several calls were asked for from here already. Please call our support line instead.',
  noResults: 'Nothing in our library matches that. Try other words, or ask a question.',
  searching: 'Searching…',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  freshSession: 'Your earlier conversation is over. This is a new one.',
  disclaimer: 'Answers come from our library, not from a doctor. In an emergency, call 911.',
  offline: 'You are offline. Check your connection.',
  ORIGIN: 'This chat is not set up for this website. Please tell the people who run the site.',
  UNAUTHENTICATED: 'This chat is not set up correctly. Please tell the people who run the site.',
  RATE_LIMITED: 'That was a lot of questions at once. Please wait a minute, then try again.',
  INVALID_INPUT: 'The message could not be read. It may be too long: at most 4,000 characters.',
  LOST: 'We could not be reached. Check your connection, then try again.',
  UNAVAILABLE: 'Something went wrong on our side. Please try again in a moment.',
}

export type Texts = typeof en

const es: Texts = {
  launcher: 'Haga una pregunta',
  title: 'Preguntas y respuestas',
  close: 'Cerrar',
  ask: 'Preguntar',
  search: 'Buscar',
  modes: 'Qué hacer',
  conversation: 'Conversación',
  results: 'Resultados',
  yourQuestion: 'Su pregunta',
  searchFor: 'Buscar en la biblioteca',
  welcome: '¡Hola! Pregúnteme sobre su medicina, sus efectos secundarios o el programa de apoyo. En una emergencia, llame al 911.',
  placeholder: 'Escriba una pregunta',
  suggestions: 'Sugerencias',
  send: 'Enviar',
  stop: 'Detener',
  youSaid: 'Usted preguntó:',
  answered: 'Respuesta:',
  starting: 'Un momento…',
  waiting: 'Buscando una respuesta…',
  waitingFor: (name) => `Esperando a ${name}…`,
  reconnecting: 'Se perdió la conexión. Volviendo a conectar…',
  stopped: 'Detenida. Esta respuesta puede estar incompleta.',
  again: 'Pedir la respuesta otra vez',
  tryAgain: 'Intentar otra vez',
  sources: 'De nuestra biblioteca',
  video: 'Video',
  from: 'desde',
  newTab: '(se abre en otra pestaña)',
  copy: 'Copiar',
  copied: 'Copiado',
  helpful: '¿Le sirvió?',
  yes: 'Sí',
  no: 'No',
  comment: '¿Qué podría ser mejor? (opcional)',
  commentHelped: '¿Desea añadir algo? (opcional)',
  commentHint: 'No escriba nombres ni datos de salud.',
  sendComment: 'Enviar',
  thanks: 'Gracias.',
  uncertain: 'No es seguro',
  not_found: 'No está en nuestra biblioteca',
  emergency: 'Esto puede ser una emergencia',
  adverse_event: 'Informe de seguridad',
  call: 'Llamar al',
  callback: 'Pida que le llamemos',
  callbackNumber: 'Su número de teléfono',
  callbackNumberWrong: 'Escriba el número con su código de área, por ejemplo 703 555 0135.',
  callbackTime: 'Cuándo llamar',
  callbackTimes: { any: 'A cualquier hora', morning: 'Por la mañana', afternoon: 'Por la tarde', evening: 'Por la noche' },
  callbackConsent:
    'Acepto que una persona del programa de apoyo me llame a este número por mi solicitud. No es para emergencias, y nada depende de que acepte.',
  callbackSend: 'Pedir una llamada',
  callbackDone: 'Gracias. Alguien de nuestro equipo le llamará. En una emergencia, llame al 911.',
  callbackTooMany: 'Ya se pidieron varias llamadas desde aquí. Por favor llame a nuestra línea de ayuda.',
  noResults: 'Nada en nuestra biblioteca coincide. Pruebe con otras palabras o haga una pregunta.',
  searching: 'Buscando…',
  found: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  freshSession: 'Su conversación anterior terminó. Esta es nueva.',
  disclaimer: 'Las respuestas vienen de nuestra biblioteca, no de un médico. En una emergencia, llame al 911.',
  offline: 'No tiene conexión. Revise su conexión a internet.',
  ORIGIN: 'Este chat no está configurado para este sitio. Avise a quienes lo administran.',
  UNAUTHENTICATED: 'Este chat no está bien configurado. Avise a quienes administran el sitio.',
  RATE_LIMITED: 'Fueron muchas preguntas seguidas. Espere un minuto e intente otra vez.',
  INVALID_INPUT: 'No se pudo leer el mensaje. Quizá es muy largo: como máximo 4,000 caracteres.',
  LOST: 'No pudimos conectar. Revise su conexión e intente otra vez.',
  UNAVAILABLE: 'Algo falló de nuestro lado. Intente otra vez en un momento.',
}

/** One entry a language. What the client says of itself (welcome, placeholder) and the answers come from the service. */
const languages: Record<string, Texts> = { en, es }

/** What a client says of itself in its own words, or, where it has chosen none, ours in the visitor's language. */
export const ownOr = (texts: Texts, said: string | undefined, what: 'welcome' | 'placeholder' | 'callbackConsent'): string =>
  said === undefined || said === en[what] ? texts[what] : said

/** The first of these languages that there are texts in. */
export function textsFor(wanted: readonly (string | null | undefined)[]): { lang: string; texts: Texts } {
  const codes = wanted.flatMap((tag) => (tag ? [tag.toLowerCase().split('-', 1)[0] as string] : []))
  const lang = codes.find((code) => languages[code] !== undefined) ?? 'en'
  return { lang, texts: languages[lang] ?? en }
}

const problems = ['ORIGIN', 'UNAUTHENTICATED', 'RATE_LIMITED', 'INVALID_INPUT', 'LOST'] as const

/** What went wrong, in plain words. */
export function problemText(texts: Texts, code: string): string {
  if (code === 'LOST' && !navigator.onLine) return texts.offline
  const known = code === 'FORBIDDEN' ? 'ORIGIN' : problems.find((one) => one === code)
  return texts[known ?? 'UNAVAILABLE']
}
