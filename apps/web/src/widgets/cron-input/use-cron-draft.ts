import { changePart } from '@natim/domain/cron/change-part'
import {
  type CronDraft,
  type CronShape,
  DEFAULT_CRON,
  findCronFault,
  parseCron,
  parsePart,
  splitCron,
  visibleParts,
  writeCron,
  writePart,
} from '@natim/domain/cron/expression'
import type { CronPart, PartValue } from '@natim/domain/cron/parts'
import { readPart } from '@natim/domain/cron/read-part'
import { useState } from 'react'

export interface CronDraftState {
  /** The whole expression: unchanged from opening until a part is edited. */
  readonly text: string
  readonly draft: CronDraft
  readonly fault: string | undefined
  readonly parts: readonly CronPart[]
  readonly textOf: (part: CronPart) => string
  readonly setPart: (part: CronPart, value: PartValue) => void
  readonly typePart: (part: CronPart, text: string) => void
  readonly typeText: (text: string) => void
}

/** An expression being edited; not published before OK (D-18). */
export function useCronDraft(value: string, shape: CronShape): CronDraftState {
  const [text, setText] = useState(value.trim() === '' ? writeCron(parseCron(DEFAULT_CRON), shape) : value)
  const draft = parseCron(text)
  const texts = splitCron(text)
  const parts = visibleParts(shape)
  // An unreadable text is kept so that it can be seen and fixed; the tabs show «every» meanwhile.
  const textOf = (part: CronPart) => texts?.[part] ?? writePart(part, draft[part])
  const setPart = (part: CronPart, next: PartValue) => setText(writeCron(changePart(draft, part, next), shape))
  const typePart = (part: CronPart, typed: string) => {
    const written = typed.replaceAll(/\s+/g, '') || '*'
    if (written === textOf(part)) return
    if (!('fault' in readPart(part, written))) setPart(part, parsePart(part, written))
    else setText(parts.map((each) => (each === part ? written : textOf(each))).join(' '))
  }
  return {
    text,
    draft,
    fault: findCronFault(text),
    parts,
    textOf,
    setPart,
    typePart,
    typeText: (typed) => setText(typed.trim()),
  }
}
