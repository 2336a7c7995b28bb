import type { CronDraft } from './expression.ts'
import type { CronPart, PartValue } from './parts.ts'

const specify = (value: number): PartValue => ({ mode: 'specify', values: [value] })
const isEvery = (value: PartValue) => value.mode === 'every'
const isUnset = (value: PartValue) => value.mode === 'unset'

/**
 * The draft after a user set one part. A schedule finer than the part just set would be a surprise: smaller parts that
 * are still «every» get their minimum, one after the other (WG-114). Day and week exclude each other (WG-115, D-50).
 */
export function changePart(draft: CronDraft, part: CronPart, value: PartValue): CronDraft {
  let next: CronDraft = linked({ ...draft, [part]: value }, part)
  if (part === 'day' || part === 'week') next = exclude(next, part)
  return part === 'month' ? withDayOrWeek(next) : next
}

/** Sets the next smaller part to its minimum if it is «every», then continues from there. */
function linked(draft: CronDraft, part: CronPart): CronDraft {
  switch (part) {
    case 'minute':
      return isEvery(draft.second) ? { ...draft, second: specify(0) } : draft
    case 'hour':
      return isEvery(draft.minute) ? linked({ ...draft, minute: specify(0) }, 'minute') : draft
    case 'day':
    case 'week':
      return !isUnset(draft[part]) && isEvery(draft.hour) ? linked({ ...draft, hour: specify(0) }, 'hour') : draft
    case 'year':
      return isEvery(draft.month) ? { ...draft, month: specify(1) } : draft
    case 'month':
    case 'second':
      return draft
  }
}

function exclude(draft: CronDraft, part: 'day' | 'week'): CronDraft {
  const other = part === 'day' ? 'week' : 'day'
  if (!isUnset(draft[part])) return { ...draft, [other]: { mode: 'unset' } }
  return isUnset(draft[other]) ? linked({ ...draft, [other]: specify(1) }, other) : draft
}

/** A month without a day would run on every day. */
function withDayOrWeek(draft: CronDraft): CronDraft {
  const isOpen = (part: 'day' | 'week') => isEvery(draft[part]) || isUnset(draft[part])
  if (!isOpen('day') || !isOpen('week')) return draft
  const part = isEvery(draft.week) ? 'week' : 'day'
  const other = part === 'day' ? 'week' : 'day'
  return linked({ ...draft, [part]: specify(1), [other]: { mode: 'unset' } }, part)
}
