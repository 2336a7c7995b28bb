import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** Selectable passes of the table, in time order. */
const freePasses = (operator: Operator): Part => {
  const table = operator.part('table', '过境')
  return table.within(table.button(/^选择 /).locator.and(operator.page.locator('button:enabled')))
}

/** Assigns the next letter to the first selectable pass. */
export async function chooseNextPass(operator: Operator): Promise<void> {
  const free = freePasses(operator)
  await free.within(free.locator.first()).click()
}

/** The same with the last one, which is the farthest ahead. */
export async function chooseLastPass(operator: Operator): Promise<void> {
  const free = freePasses(operator)
  await free.within(free.locator.last()).click()
}

/** Opens the first task in a state. */
export async function openFirstTask(operator: Operator, state: string): Promise<void> {
  const rows = operator.part('table', '卫星任务').row(state)
  const first = rows.within(rows.locator.first())
  await first.within(first.part('link').locator.first()).click()
}

/** Downloads the first file of a task. */
export function saveFirstFile(operator: Operator) {
  const buttons = operator.button(/^下载 /)
  return operator.saves(() => buttons.within(buttons.locator.first()).click())
}
