/** A leaflet as a web page: a heading and a paragraph of about 40 words for each section. */
export function htmlPage(title: string, sections: Record<string, string>, head = ''): string {
  const body = Object.entries(sections).map(([heading, text]) => `<h2>${heading}</h2><p>${paragraph(text)}</p>`)
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body.join('')}</main></body></html>`
}

/** Long enough to be a section of its own. */
export const paragraph = (text: string) =>
  `${text} Ask your doctor or pharmacist before you change anything about your treatment, and keep the leaflet that comes with each carton, because what it says about your medicine may be newer than what you have read here.`
