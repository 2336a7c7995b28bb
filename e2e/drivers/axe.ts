import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Operator } from './operator.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}

/** Selectors of what is looked at, and of what is left out of it. */
interface Extent {
  readonly within?: string
  readonly without?: readonly string[]
}

/** What axe finds serious or critical on the page as it stands, one line each (design §10). */
export async function seriousFindings(
  { page, pulse }: Operator,
  { within = ':root', without = [] }: Extent = {},
): Promise<string[]> {
  await pulse.settled()
  // Evaluated, not added as a script: the page's content security policy stays as it is.
  await page.evaluate(SOURCE)
  const violations = await page.evaluate(
    async (extent) => {
      const { axe } = window as unknown as { axe: { run(context: object): Promise<{ violations: unknown }> } }
      return (await axe.run(extent)).violations
    },
    { include: [within], exclude: [...without] },
  )
  return (violations as Finding[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
