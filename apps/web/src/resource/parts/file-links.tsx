import { useState } from 'react'
import { PreviewDialog } from '../../widgets/upload/preview-dialog.tsx'
import { readValue, type UploadedFile } from '../../widgets/upload/uploaded-file.ts'
import { useOpenFile } from '../../widgets/upload/use-open-file.ts'
import { TextLink } from './text-link.tsx'

export interface FileLinkProps {
  /** Stored paths joined by comma; the first one counts. */
  readonly value: string | null | undefined
  /** What the file is called, where its path does not say it. */
  readonly name?: string
  /** Word of the link. */
  readonly children: string
}

function fileOf({ value, name }: FileLinkProps): UploadedFile | undefined {
  const [file] = readValue(value)
  return file && { ...file, name: name ?? file.name }
}

const labelOf = ({ children }: FileLinkProps, file: UploadedFile | undefined) =>
  [children, file?.name].filter(Boolean).join(' ')

/** Opens or saves the file of a row. */
export function FileLink(props: FileLinkProps) {
  const open = useOpenFile()
  const file = fileOf(props)
  return (
    <TextLink label={labelOf(props, file)} onClick={() => open(file)}>
      {props.children}
    </TextLink>
  )
}

/** Shows the picture of a row large. */
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
