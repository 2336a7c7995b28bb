import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'

export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const OK = '{"errcode":0}'

/** External services for tests: a webhook and a mail server on real local sockets. */
export class Outside {
  readonly received: ReceivedCall[] = []
  readonly mails: string[] = []
  /** Status codes of the webhook's next responses; 200 after the last. */
  answers: number[] = []
  answerText = OK
  readonly #hook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      this.received.push({ headers: request.headers, body })
      response.writeHead(this.answers.shift() ?? 200).end(this.answerText)
    })
  })
  readonly #smtp = createMailServer(this.mails)

  async listen(): Promise<void> {
    this.#hook.listen(0, '127.0.0.1')
    this.#smtp.listen(0, '127.0.0.1')
    await Promise.all([once(this.#hook, 'listening'), once(this.#smtp, 'listening')])
  }

  get hookUrl(): string {
    return `http://127.0.0.1:${(this.#hook.address() as AddressInfo).port}/alarms`
  }

  get smtpUrl(): string {
    return `smtp://127.0.0.1:${(this.#smtp.address() as AddressInfo).port}`
  }

  /** Clears received messages and answers with success again. */
  reset(): void {
    this.received.length = 0
    this.mails.length = 0
    this.answers = []
    this.answerText = OK
  }

  close(): void {
    this.#hook.close()
    this.#smtp.close()
  }
}

/** A minimal mail server. */
const createMailServer = (mails: string[]) =>
  createSocketServer((socket) => {
    let text = ''
    let isBody = false
    socket.write('220 test\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (isBody) {
          mails.push(`${mails.pop() ?? ''}${line}\n`)
          if (line === '.') socket.write('250 taken\r\n')
          isBody = line !== '.'
          continue
        }
        if (/^DATA/i.test(line)) {
          isBody = true
          mails.push('')
          socket.write('354 go on\r\n')
        } else socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
