import { CUT_AFTER_CHARS } from '@natim/contract/constants'
import { splitValues } from './comma-values.ts'

/** A file being uploaded into a cell, or a failed upload. Once stored, the cell holds its path as text. */
export interface PendingFile {
  readonly name: string
  readonly status: 'uploading' | 'error'
  /** 0–100 */
  readonly percent: number
  readonly message: string
}

export const isPendingFile = (value: unknown): value is PendingFile =>
  typeof value === 'object' && value !== null && 'status' in value && 'percent' in value

/** Stored paths of a cell: a comma-separated text, or records written by other clients of the family. */
export function pathsOf(value: unknown): string[] {
  if (isPendingFile(value)) return []
  if (typeof value === 'object' && value !== null && 'path' in value) return splitValues(value.path)
  return splitValues(value)
}

/** Value of such a cell: files that are not stored are omitted. */
export const readFileValue = (value: unknown): string => pathsOf(value).join(',')

/** File name of a path; the time that servers append is kept. */
export const nameOfPath = (path: string): string => path.split(/[/\\]/).at(-1)?.replace(/\?.*$/, '') ?? path

/** WG-193: truncated to 5 characters. */
export function shortName(name: string): string {
  const characters = Array.from(name)
  return characters.length > CUT_AFTER_CHARS.fileName
    ? `${characters.slice(0, CUT_AFTER_CHARS.fileName).join('')}…`
    : name
}
