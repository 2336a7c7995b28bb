import { fileUrl } from '../../lib/config.ts'

/** spec §3 (CO-48) */
export const UPLOAD_STATES = ['uploading', 'done', 'error', 'removed'] as const
export type UploadState = (typeof UPLOAD_STATES)[number]

/** A file of an upload field, uploading or stored (WG-82). */
export interface UploadedFile {
  /** Unique on this page. */
  readonly id: string
  readonly name: string
  /** Media type; empty when unknown. */
  readonly type: string
  /** Bytes; 0 when unknown. */
  readonly size: number
  readonly status: UploadState
  /** 0–100 */
  readonly percent: number
  /** Stored path, or an address of another storage; empty before it is stored. */
  readonly path: string
  /** Full address of `path`. */
  readonly url: string
  /** The server's message, mainly of a failure. */
  readonly message: string
  /** The same three values under the names used by other parts of the family. */
  readonly fileName: string
  readonly filePath: string
  readonly fileSize: number
}

/** One file of a value with names and sizes. */
export type StoredFile = Pick<UploadedFile, 'fileName' | 'filePath' | 'fileSize'>

/** Value of an upload field: stored paths joined by comma, or a list of records. */
export type UploadValue = string | readonly StoredFile[]

let serial = 0
const nextId = () => {
  serial += 1
  return `file-${serial}`
}

/** File name: a.png of `temp/202611/a.png`. */
const nameOfPath = (path: string) =>
  path
    .replace(/[?#].*$/, '')
    .split('/')
    .pop() || path

function fileOf(name: string, size: number, type = ''): UploadedFile {
  const stored = { path: '', url: '', message: '', fileName: name, filePath: '', fileSize: size }
  return { id: nextId(), name, type, size, status: 'uploading', percent: 0, ...stored }
}

/** A chosen file before the upload starts. */
export const newUpload = ({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>) => fileOf(name, size, type)

export const stored = (file: UploadedFile, path: string): UploadedFile => ({
  ...file,
  status: 'done',
  percent: 100,
  path,
  filePath: path,
  url: fileUrl(path),
  message: '',
})

export const failed = (file: UploadedFile, message: string): UploadedFile => ({ ...file, status: 'error', message })

/** Parses either form of a value (WG-76). A path containing `[` is a leftover of old data and is ignored. */
export function readValue(value: UploadValue | null | undefined): UploadedFile[] {
  if (!value) return []
  const records =
    typeof value === 'string'
      ? value.split(',').map((path) => ({ fileName: nameOfPath(path.trim()), filePath: path.trim(), fileSize: 0 }))
      : value
  return records
    .filter(({ filePath }) => typeof filePath === 'string' && filePath !== '' && !filePath.includes('['))
    .map(({ fileName, filePath, fileSize }) =>
      stored(fileOf(fileName || nameOfPath(filePath), fileSize ?? 0), filePath),
    )
}

const storedOnly = (files: readonly UploadedFile[]) => files.filter(({ status }) => status === 'done')

export const pathsOf = (files: readonly UploadedFile[]): string =>
  storedOnly(files)
    .map(({ path }) => path)
    .join(',')

export const recordsOf = (files: readonly UploadedFile[]): StoredFile[] =>
  storedOnly(files).map(({ fileName, filePath, fileSize }) => ({ fileName, filePath, fileSize }))

/**
 * Whether the value can be emitted: no upload is in flight. Failed files are not part of the value and block nothing.
 */
export const isSettled = (files: readonly UploadedFile[]): boolean =>
  files.every(({ status }) => status !== 'uploading')

/** WG-77: the last `count` files; 0 = all of them. */
export const keepLast = (files: readonly UploadedFile[], count: number): readonly UploadedFile[] =>
  count > 0 ? files.slice(-count) : files

export type Move = -1 | 1

/** Swaps a file with its neighbour; undefined when there is none (WG-80). */
export function moveFile(files: readonly UploadedFile[], index: number, by: Move): UploadedFile[] | undefined {
  const file = files[index]
  const neighbour = files[index + by]
  if (!file || !neighbour) return undefined
  const moved = [...files]
  moved[index] = neighbour
  moved[index + by] = file
  return moved
}

export const isImageType = (type: string): boolean => type.includes('image')
