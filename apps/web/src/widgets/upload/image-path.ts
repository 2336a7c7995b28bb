import { isImageType, type UploadedFile } from './uploaded-file.ts'

/** Whether a file is a picture: by its media type or, for a stored value, by its extension. */
export const isImagePath = ({ type, path }: UploadedFile): boolean =>
  path !== '' && (isImageType(type) || /\.(?:png|jpe?g|gif|webp)$/i.test(path))
