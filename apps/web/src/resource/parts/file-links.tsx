import { useState } from 'react'
import { PreviewDialog } from '../../widgets/upload/preview-dialog.tsx'
import { readValue, type UploadedFile } from '../../widgets/upload/uploaded-file.ts'
import { useOpenFile } from '../../widgets/upload/use-open-file.ts'
import { TextLink } from './text-link.tsx'

export interface FileLinkProps {
  /** Stored paths joined by comma; only the first is used. */
  readonly value: string | null | undefined
  /** File name, where the path does not contain it. */
  readonly name?: string
  /** Link text. */
  readonly children: string
}

function fileOf({ value, name }: FileLinkProps): UploadedFile | undefined {
  const [file] = readValue(value)
  return file && { ...file, name: name ?? file.name }
}

const labelOf = ({ children }: FileLinkProps, file: UploadedFile | undefined) =>
  [children, file?.name].filter(Boolean).join(' ')

/** Opens or downloads the file of a row. */
export function FileLink(props: FileLinkProps) {
  const open = useOpenFile()
  const file = fileOf(props)
  return (
    <TextLink label={labelOf(props, file)} onClick={() => open(file)}>
      {props.children}
    </TextLink>
  )
}

/** Shows the picture of a row enlarged. */
export function PictureLink(props: FileLinkProps) {
  const [shown, setShown] = useState<UploadedFile>()
  const open = useOpenFile()
  const file = fileOf(props)
  return (
    <>
      <TextLink label={labelOf(props, file)} onClick={() => (file ? setShown(file) : open(undefined))}>
        {props.children}
      </TextLink>
      {shown && <PreviewDialog file={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
