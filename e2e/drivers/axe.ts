import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Operator } from './operator.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}

interface Extent {
  /** Selectors to include and to exclude. */
  readonly within?: string
  readonly without?: readonly string[]
  /** The only axe rule to run; by default all of them. */
  readonly rule?: string
}

/** Serious and critical axe findings on the current page, one line each (design §10). */
export async function seriousFindings(
  { page, pulse }: Operator,
  { within = ':root', without = [], rule }: Extent = {},
): Promise<string[]> {
  await pulse.settled()
  // Evaluated instead of added as a script, to leave the page's content security policy unchanged.
  await page.evaluate(SOURCE)
  const violations = await page.evaluate(
    async ({ extent, options }) => {
      const { axe } = window as unknown as {
        axe: { run(context: object, options: object): Promise<{ violations: unknown }> }
      }
      return (await axe.run(extent, options)).violations
    },
    { extent: { include: [within], exclude: [...without] }, options: rule === undefined ? {} : { runOnly: rule } },
  )
  return (violations as Finding[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
