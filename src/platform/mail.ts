/** A plain text email. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for each attempt, so that a mail server can tell a repetition. */
  messageId: string
}

export interface MailSettings {
  smtpUrl: string | undefined
  mailFrom: string
}

export type Mailer = NonNullable<Awaited<ReturnType<typeof createMailer>>>

/** Longest silence of a mail server before an attempt counts as failed, in milliseconds. */
const silenceMs = 20_000

/** Sends through the server of `SMTP_URL`; undefined where there is none. */
export async function createMailer({ smtpUrl, mailFrom }: MailSettings) {
  if (smtpUrl === undefined) return undefined
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    { url: smtpUrl, connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs },
    // What is sent is text of ours and of callers: no file or address in it may be opened.
    { from: mailFrom, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    /** @throws Error when the server cannot be reached or refuses: worth another try. */
    async send(mail: Mail): Promise<void> {
      await transport.sendMail(mail)
    },
    close: () => transport.close(),
  }
}
