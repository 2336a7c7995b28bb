import { randomInt, randomUUID } from 'node:crypto'
import { CODE_ALPHABET, CODE_CHARS } from '@natim/domain/subject'

/** Ids of persons and their tests: a snowflake would reveal the time of measurement to the millisecond. */
export const randomId = (): string => randomUUID().replaceAll('-', '')

export const newSubjectCode = (): string =>
  `B-${Array.from({ length: CODE_CHARS }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('')}`
