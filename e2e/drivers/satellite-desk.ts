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

/** Opens the task that stands first among those of a state. */
export async function openFirstTask(operator: Operator, state: string): Promise<void> {
  const rows = operator.part('table', '卫星任务').row(state)
  const first = rows.within(rows.locator.first())
  await first.within(first.part('link').locator.first()).click()
}

/** Saves the first of the files that a task has. */
export function saveFirstFile(operator: Operator) {
  const buttons = operator.button(/^下载 /)
  return operator.saves(() => buttons.within(buttons.locator.first()).click())
}
