import { isRealDate } from './calendar.ts'
import { EMAIL, MOBILE, WEB_ADDRESS } from './text-patterns.ts'

/** D-01: the rule is 4 to 18; the displayed sentence is the specification's. */
export const USERNAME_LENGTH = { min: 4, max: 18 } as const

/** First fault of a non-empty text. */
type Check<Fault extends string> = (text: string) => Fault | undefined

const shaped =
  <Fault extends string>(fault: Fault, isRight: (text: string) => boolean): Check<Fault> =>
  (text) =>
    isRight(text) ? undefined : fault
const pattern = <Fault extends string>(fault: Fault, expression: RegExp) =>
  shaped(fault, (text) => expression.test(text))

/** Patterns of form fields (spec §5). A fault is a key of the message table. */
const SHAPES = {
  mobile: pattern('mobile.wrong', MOBILE),
  username: (text: string) => {
    if (!/^\w+$/.test(text)) return 'username.characters'
    return text.length < USERNAME_LENGTH.min || text.length > USERNAME_LENGTH.max ? 'username.length' : undefined
  },
  email: pattern('email.wrong', EMAIL),
  naturalNumber: pattern('text.naturalNumber', /^(?:0|[1-9]\d*)$/),
  letters: pattern('text.letters', /^[A-Za-z]+$/),
  landline: pattern('text.landline', /^\d{3,4}-\d{7,8}$/),
  bankCard: pattern('text.bankCard', /^[1-9]\d{9,19}$/),
  idNumber: pattern('text.idNumber', /^[A-Za-z\d]{1,50}$/),
  nationalId: shaped('text.nationalId', isNationalId),
  qq: pattern('text.qq', /^[1-9]\d{4,11}$/),
  url: pattern('text.url', WEB_ADDRESS),
  alphanumeric: pattern('text.alphanumeric', /^[A-Za-z\d]{1,20}$/),
  name: pattern('text.name', /^[\p{Script=Han}A-Za-z ]{2,100}$/u),
  digitsAndBreaks: pattern('text.digitsAndBreaks', /^[\d\r\n]+$/),
  anyText: shaped('text.anyText', (text) => text.length <= 255),
} as const satisfies Record<string, Check<string>>

export type TextShape = keyof typeof SHAPES
export type TextFault = Exclude<ReturnType<(typeof SHAPES)[TextShape]>, undefined>

/** What is wrong with a text; an empty one passes, because required fields are a separate rule. */
export function findTextFault(shape: TextShape, text: string): TextFault | undefined {
  return text === '' ? undefined : SHAPES[shape](text)
}

/** Bounds, both inclusive. */
export interface Bounds {
  readonly min?: number
  readonly max?: number
}
/** A message key with its `{count}`. */
export interface CountFault<Key extends string> {
  readonly key: Key
  readonly count: number
}

/** Length in UTF-16 units of a required text: with a minimum the empty text is too short. */
export function findLengthFault(text: string, bounds: Bounds): CountFault<'length.min' | 'length.max'> | undefined {
  const side = sideOutside(text.length, bounds)
  return side && { key: `length.${side.name}`, count: side.count }
}

/** Number of ticked boxes in a group. */
export function findChoiceFault(
  chosen: readonly unknown[],
  bounds: Bounds,
): CountFault<'choice.min' | 'choice.max'> | undefined {
  const side = sideOutside(chosen.length, bounds)
  return side && { key: `choice.${side.name}`, count: side.count }
}

function sideOutside(count: number, { min, max }: Bounds) {
  if (min !== undefined && count < min) return { name: 'min', count: min } as const
  return max !== undefined && count > max ? ({ name: 'max', count: max } as const) : undefined
}

/** 15 digits (born 19yy) or 18 characters, the last a digit or X, with a valid date of birth (GB 11643-1999). */
function isNationalId(text: string): boolean {
  const [, short] = /^\d{6}(\d{6})\d{3}$/.exec(text) ?? []
  const [, long] = /^\d{6}((?:18|19|20)\d{6})\d{3}[\dXx]$/.exec(text) ?? []
  const born = short === undefined ? long : `19${short}`
  if (born === undefined) return false
  return isRealDate(Number(born.slice(0, 4)), Number(born.slice(4, 6)), Number(born.slice(6)))
}
