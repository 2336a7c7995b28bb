import { fill, MESSAGES } from '@natim/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { sendFile, UploadRefused } from './send-file.ts'
import {
  failed,
  isImageType,
  isSettled,
  keepLast,
  type Move,
  moveFile,
  newUpload,
  pathsOf,
  readValue,
  stored,
  type UploadedFile,
  type UploadValue,
} from './uploaded-file.ts'

export interface UploadsOptions {
  readonly value: UploadValue | null | undefined
  /** Called when all files are stored, failed or removed. */
  readonly onSettled: (files: readonly UploadedFile[]) => void
  readonly count: number
  readonly biz: string
  readonly kind: 'file' | 'image'
  readonly beforeUpload: ((file: File) => boolean | Promise<boolean>) | undefined
}

export interface Uploads {
  readonly files: readonly UploadedFile[]
  readonly add: (file: File) => Promise<void>
  readonly remove: (id: string) => void
  readonly move: (index: number, by: Move) => void
}

/** The files of one field. Follows the outside value, and emits its own once no upload is in flight. */
export function useUploads(options: UploadsOptions): Uploads {
  const { value, count, biz, kind, beforeUpload } = options
  const notify = useNotify()
  const [files, setFiles] = useState<readonly UploadedFile[]>(() => readValue(value))
  // Several uploads may finish between renders: the latest list is kept beside the state.
  const current = useRef(files)
  const running = useRef(new Map<string, AbortController>())
  const told = useRef(pathsOf(files))

  useEffect(() => {
    const given = pathsOf(readValue(value))
    // The emitted value comes back as a prop; only a different one replaces the files.
    if (given === told.current) return
    told.current = given
    current.current = readValue(value)
    setFiles(current.current)
  }, [value])
  useEffect(() => {
    const { current: controllers } = running
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  function apply(next: readonly UploadedFile[]): void {
    current.current = next
    setFiles(next)
    const paths = pathsOf(next)
    if (!isSettled(next) || paths === told.current) return
    told.current = paths
    options.onSettled(next)
  }
  const change = (id: string, edit: (file: UploadedFile) => UploadedFile) =>
    apply(current.current.map((file) => (file.id === id ? edit(file) : file)))

  function drop(ids: readonly string[]): void {
    for (const id of ids) running.current.get(id)?.abort()
    apply(current.current.filter(({ id }) => !ids.includes(id)))
  }

  async function send(file: File, { id }: UploadedFile): Promise<void> {
    const controller = new AbortController()
    running.current.set(id, controller)
    const { signal } = controller
    try {
      const onProgress = (percent: number) => change(id, (before) => ({ ...before, percent }))
      const path = await sendFile(file, { biz, signal, onProgress })
      change(id, (before) => stored(before, path))
    } catch (error) {
      if (signal.aborted) return
      const said = error instanceof UploadRefused ? error.message : ''
      notify.line(said || fill('upload.fileFailed', { name: file.name }), 'error')
      change(id, (before) => failed(before, said))
    } finally {
      running.current.delete(id)
    }
  }

  async function add(file: File): Promise<void> {
    if (kind === 'image' && !isImageType(file.type)) {
      notify.line(MESSAGES['upload.notImage'])
      return
    }
    if (beforeUpload && !(await beforeUpload(file))) return
    const entry = newUpload(file)
    const next = keepLast([...current.current, entry], count)
    const pushedOut = current.current.filter((before) => !next.includes(before))
    for (const { id } of pushedOut) running.current.get(id)?.abort()
    apply(next)
    await send(file, entry)
  }

  function move(index: number, by: Move): void {
    const moved = moveFile(current.current, index, by)
    if (moved) apply(moved)
    else notify.line(MESSAGES[by < 0 ? 'image.unknownMove' : 'image.last'])
  }

  return { files, add, remove: (id) => drop([id]), move }
}
