import { DATE_FORMAT } from '@natim/contract/constants'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'

dayjs.extend(customParseFormat)

export const DATE_TIME_FORMAT = `${DATE_FORMAT} HH:mm:ss`
export const TIME_FORMAT = 'HH:mm:ss'

/**
 * A stored date or time; null for nothing and for text that is none. A date with a time is read where only the date is
 * wanted and the other way round: columns store either.
 */
export function parseMoment(text: string | null | undefined, format: string): Dayjs | null {
  if (!text) return null
  const parsed = dayjs(text, [format, DATE_TIME_FORMAT, DATE_FORMAT], true)
  return parsed.isValid() ? parsed : null
}
