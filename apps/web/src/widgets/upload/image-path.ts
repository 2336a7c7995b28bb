import { isImageType, type UploadedFile } from './uploaded-file.ts'

/** A picture by its media type or, read back from a value, by its ending. */
export const isImagePath = ({ type, path }: UploadedFile): boolean =>
  path !== '' && (isImageType(type) || /\.(?:png|jpe?g|gif|webp)$/i.test(path))
