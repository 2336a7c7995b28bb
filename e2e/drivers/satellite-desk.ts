import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** Passes of the table that may be chosen, in order of time. */
const freePasses = (operator: Operator): Part => {
  const table = operator.part('table', '过境')
  return table.within(table.button(/^选择 /).locator.and(operator.page.locator('button:enabled')))
}

/** Gives the next letter to the first pass that would do. */
export async function chooseNextPass(operator: Operator): Promise<void> {
  const free = freePasses(operator)
  await free.within(free.locator.first()).click()
}

/** The same with the last one, which is the farthest ahead. */
export async function chooseLastPass(operator: Operator): Promise<void> {
  const free = freePasses(operator)
  await free.within(free.locator.last()).click()
}
