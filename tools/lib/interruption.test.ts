import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const LIB = new URL('interruption.mjs', import.meta.url)
const CHECKOUT = new URL('checkout.mjs', import.meta.url)

/** A tool that cleans up after itself; `during` is run once it works. */
const toolOf = (during: string, end: string) => `
  import { once } from 'node:events'
  import { runTool } from '${CHECKOUT}'
  import { interruptibly } from '${LIB}'
  await runTool(() => interruptibly(async (signal) => {
    const alive = setInterval(() => undefined, 1_000)
    try {
      console.log('works')
      ${during}
      if (!signal.aborted) await once(signal, 'abort')
      ${end}
    } finally {
      // Others that ask for the same must not break it off.
      await new Promise((resolve) => setTimeout(resolve, 300))
      clearInterval(alive)
      console.log('is clean')
    }
  }))`

interface Told {
  readonly during?: string
  readonly end?: string
  /** Sent one after the other once it works. */
  readonly signals?: readonly NodeJS.Signals[]
}

async function run({ during = '', end = 'signal.throwIfAborted()', signals = [] }: Told) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', toolOf(during, end)], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    if (output === '') for (const signal of signals) child.kill(signal)
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...how) => resolve(how))
  })
  return { code, signal, output, errors }
}

const CLEAN = 'works\nis clean\n'

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('cleans up after %s and exits with %i', async (signal, code) => {
  expect(await run({ signals: [signal] })).toEqual({ code, signal: null, output: CLEAN, errors: '' })
})

it('cleans up once, and to the end, when several signals come', async () => {
  expect(await run({ signals: ['SIGTERM', 'SIGTERM'] })).toMatchObject({ code: 143, output: CLEAN })
})

it('cleans up after an uncaught error, and reports it', async () => {
  const during = "setTimeout(() => { throw new Error('out of place') })"
  const { code, output, errors } = await run({ during })
  expect({ code, output }).toEqual({ code: 1, output: CLEAN })
  expect(errors).toContain('out of place')
})

it('cleans up after a promise that nobody handles', async () => {
  const { code, output, errors } = await run({ during: "void Promise.reject(new Error('nobody waits'))" })
  expect({ code, output }).toEqual({ code: 1, output: CLEAN })
  expect(errors).toContain('nobody waits')
})

it('leaves the exit code to work for which the signal is the regular end', async () => {
  expect(await run({ end: 'return 0', signals: ['SIGINT'] })).toMatchObject({ code: 0, output: CLEAN, errors: '' })
})

it('passes on what the work throws by itself', async () => {
  const { code, output, errors } = await run({ during: "throw new Error('broken')" })
  expect({ code, output }).toEqual({ code: 1, output: CLEAN })
  expect(errors).toContain('broken')
})
