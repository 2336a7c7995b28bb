import { DeleteOutlined, FileExcelOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import styles from './import-dialog.module.css'

export interface FileListProps {
  readonly files: readonly File[]
  readonly disabled: boolean
  readonly onRemove: (file: File) => void
}

/** The files to send. */
export function FileList({ files, disabled, onRemove }: FileListProps) {
  return (
    <ul className={styles.files} aria-label="已选文件">
      {files.map((file, index) => (
        <li key={`${file.name}:${file.lastModified}:${index}`} className={styles.file}>
          <FileExcelOutlined aria-hidden className="t-tertiary" />
          <span className="ellipsis" title={file.name}>
            {file.name}
          </span>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`移除 ${file.name}`}
            disabled={disabled}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  )
}
