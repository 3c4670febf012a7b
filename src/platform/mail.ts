import { within } from './within.ts'

/** An email in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for each attempt, so that a mail server can tell a repetition. */
  messageId: string
  /** Never goes out in clear: a server without TLS is a failure. */
  requireTls?: boolean
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}

export interface MailSettings {
  smtpUrl: string | undefined
  mailFrom: string
}

export type Mailer = NonNullable<Awaited<ReturnType<typeof createMailer>>>

/** Longest silence of a mail server before an attempt counts as failed, in milliseconds. */
const silenceMs = 20_000
/** Longest that one mail may take as a whole: a server that says a byte now and then would hold it for ever. */
const mailMs = 60_000

/** Sends through the server of `SMTP_URL`; undefined where there is none. */
export async function createMailer({ smtpUrl, mailFrom }: MailSettings, timeoutMs = mailMs) {
  if (smtpUrl === undefined) return undefined
  const { createTransport } = await import('nodemailer')
  const open = (requireTLS: boolean) =>
    createTransport(
      { url: smtpUrl, connectionTimeout: silenceMs, greetingTimeout: silenceMs, socketTimeout: silenceMs, requireTLS },
      // What is sent is text of ours and of callers: no file or address in it may be opened.
      { from: mailFrom, disableFileAccess: true, disableUrlAccess: true },
    )
  const transports = { usual: open(false), private: open(true) }
  return {
    /** @throws Error when the server cannot be reached, refuses or takes too long: worth another try. */
    async send({ requireTls, ...mail }: Mail): Promise<void> {
      await within(timeoutMs, transports[requireTls ? 'private' : 'usual'].sendMail(mail))
    },
    close: () => {
      transports.usual.close()
      transports.private.close()
    },
  }
}
