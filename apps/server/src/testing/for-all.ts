import type { Answer, TestApp } from './build-app.ts'

/** Cases run concurrently: more would only wait for the server's connections. */
const AT_ONCE = 8
/** A test over every call of the contract takes as long as five hundred others. */
export const FOR_ALL_MS = 300_000
/** How much of a request or response a message shows. */
const SHOWN_CHARS = 300

/**
 * Checks every case and fails once with all violations: the call, the last request and its response. Cases run
 * concurrently and must be independent, unless `atOnce` says otherwise. No cases at all is a failure too.
 *
 * @param cases name for the message, and case
 * @param check throws, using `expect`; calls made through `call` are shown when it does
 */
export async function forAll<T>(
  server: Pick<TestApp, 'call'>,
  cases: readonly (readonly [name: string, given: T])[],
  check: (given: T, call: TestApp['call']) => Promise<void>,
  { atOnce = AT_ONCE } = {},
): Promise<void> {
  if (cases.length === 0) throw new Error('There is no case to look at')
  const failures: string[] = []
  const waiting = cases.values()
  const workers = Array.from({ length: atOnce }, async () => {
    for (const [name, given] of waiting) {
      const last = watchCalls(server)
      await check(given, last.call).catch((error: unknown) => {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}${last.shown()}`)
      })
    }
  })
  await Promise.all(workers)
  if (failures.length > 0) throw new Error(`${failures.length} of ${cases.length} failed\n${failures.join('\n')}`)
}

/** Records the calls to a server, so that the last one can be shown in a message. */
function watchCalls(server: Pick<TestApp, 'call'>) {
  let sent: readonly unknown[] = []
  let answer: Answer | undefined
  const call: TestApp['call'] = async (method, path, options = {}) => {
    sent = [method, path, options.body]
    answer = undefined
    answer = await server.call(method, path, options)
    return answer
  }
  const shown = () => {
    if (sent.length === 0) return ''
    const [method, path, body] = sent
    const got = answer === undefined ? 'nothing' : `${answer.status} ${textOf(answer)}`
    const lines = [`sent ${method} ${path} ${JSON.stringify(body) ?? ''}`, `got  ${got}`]
    return lines.map((line) => `\n  ${line.slice(0, SHOWN_CHARS)}`).join('')
  }
  return { call, shown }
}

const textOf = ({ headers, raw }: Answer) =>
  /json|text/.test(String(headers['content-type'])) ? raw.toString('utf8') : `${raw.length} bytes`
