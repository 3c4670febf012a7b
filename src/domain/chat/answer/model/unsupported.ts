/** Thrown where a model says what its sources do not: the text before it was passed on. */
export class UnsupportedText extends Error {
  readonly what: 'figure' | 'address or markup' | 'claim'
  constructor(what: UnsupportedText['what']) {
    super(`no source has this ${what}`)
    this.what = what
  }
}
