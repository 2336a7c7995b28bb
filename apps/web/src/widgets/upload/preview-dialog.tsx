import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './upload.module.css'
import type { UploadedFile } from './uploaded-file.ts'

const WIDTH_PX = 720

/** A picture at the full size of the dialog. */
export function PreviewDialog({
  file,
  onClose,
}: {
  readonly file: UploadedFile | undefined
  readonly onClose: () => void
}) {
  return (
    <Dialog
      open={file !== undefined}
      title={file?.name}
      width={WIDTH_PX}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {file && <img className={styles.preview} src={file.url} alt={file.name} />}
    </Dialog>
  )
}
