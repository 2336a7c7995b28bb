import { FileUpload, type FileUploadProps } from './file-upload.tsx'

export interface ImageUploadProps extends Omit<FileUploadProps, 'kind' | 'isClosedWhenFull' | 'onFiles' | 'accept'> {
  /** With `isMulti`: maximum number of pictures; 0 = unlimited. */
  readonly count?: number
}

/** One picture, or with `isMulti` several; the add tile is shown until the maximum is reached (WG-83). */
export function ImageUpload({ isMulti = false, count = 0, ...props }: ImageUploadProps) {
  return <FileUpload {...props} kind="image" isMulti={isMulti} count={isMulti ? count : 1} isClosedWhenFull />
}
