import { CUT_AFTER_CHARS } from '@natim/contract/constants'
import { splitValues } from './comma-values.ts'

/** A file on its way into a cell, or one that did not arrive. Once stored, the cell holds its path as text. */
export interface PendingFile {
  readonly name: string
  readonly status: 'uploading' | 'error'
  /** 0–100 */
  readonly percent: number
  readonly message: string
}

export const isPendingFile = (value: unknown): value is PendingFile =>
  typeof value === 'object' && value !== null && 'status' in value && 'percent' in value

/** Stored paths of a cell: of a text with commas, or of records other clients of the family wrote. */
export function pathsOf(value: unknown): string[] {
  if (isPendingFile(value)) return []
  if (typeof value === 'object' && value !== null && 'path' in value) return splitValues(value.path)
  return splitValues(value)
}

/** What such a cell is read as: a file that is not stored is none. */
export const readFileValue = (value: unknown): string => pathsOf(value).join(',')

/** Name of a file by its path; servers put a time behind it, which is kept. */
export const nameOfPath = (path: string): string => path.split(/[/\\]/).at(-1)?.replace(/\?.*$/, '') ?? path

/** WG-193: cut to 5 characters. */
export function shortName(name: string): string {
  const characters = Array.from(name)
  return characters.length > CUT_AFTER_CHARS.fileName
    ? `${characters.slice(0, CUT_AFTER_CHARS.fileName).join('')}…`
    : name
}
