import { DATE_FORMAT } from '@natim/contract/constants'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'

dayjs.extend(customParseFormat)

export const DATE_TIME_FORMAT = `${DATE_FORMAT} HH:mm:ss`
export const TIME_FORMAT = 'HH:mm:ss'

/**
 * Parses a stored date or time; null for empty or invalid text. Accepts a date with time where only a date is wanted
 * and vice versa: columns store either.
 */
export function parseMoment(text: string | null | undefined, format: string): Dayjs | null {
  if (!text) return null
  const parsed = dayjs(text, [format, DATE_TIME_FORMAT, DATE_FORMAT], true)
  return parsed.isValid() ? parsed : null
}
