import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { MODAL_PX } from '@natim/contract/constants'
import { Button, Switch, Upload } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FileList } from './file-list.tsx'
import styles from './import-dialog.module.css'
import { SHEET_ACCEPT } from './sheet-file.ts'
import { useImport } from './use-import.tsx'

export interface ImportDialogProps {
  readonly isOpen: boolean
  /** Upload path, below the API base. */
  readonly url: string
  /** Sent as `isSingleTableImport`. */
  readonly biz?: string
  readonly foreignKeys?: readonly string[]
  /** Shows the validate switch and sends `validateStatus`. */
  readonly isOnline?: boolean
  /** Passes the single file on to a review before anything is written. */
  readonly onReview?: (file: File) => void
  /** Downloads the template. */
  readonly onTemplate?: () => void
  /** Called when rows were imported, all or some. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Import of workbooks, all sent in one request (WG-140 to WG-143). */
export function ImportDialog(props: ImportDialogProps) {
  const { isOpen, url, biz, foreignKeys, isOnline = false, onReview, onTemplate, onDone, onClose } = props
  const [isValidated, setIsValidated] = useState(false)
  const { files, isSending, add, remove, clear, send } = useImport(url, () => {
    onClose()
    onDone()
  })
  const sendAll = () => send({ biz, foreignKeys, isValidated: isOnline ? isValidated : undefined })
  const [only] = files
  return (
    <Dialog
      open={isOpen}
      title="导入EXCEL"
      width={MODAL_PX.import}
      isSaving={isSending}
      onCancel={onClose}
      afterClose={clear}
      destroyOnHidden
      footer={[
        <Button key="close" disabled={isSending} onClick={onClose}>
          关闭
        </Button>,
        onReview && (
          <Button key="review" disabled={files.length !== 1 || isSending} onClick={() => only && onReview(only)}>
            核对后导入
          </Button>
        ),
        <Button key="send" type="primary" disabled={files.length === 0} loading={isSending} onClick={sendAll}>
          {isSending ? '上传中...' : '开始上传'}
        </Button>,
      ]}
    >
      {isOnline && <ValidateSwitch checked={isValidated} onChange={setIsValidated} />}
      <Upload.Dragger
        accept={SHEET_ACCEPT}
        multiple
        showUploadList={false}
        disabled={isSending}
        beforeUpload={(file) => {
          void add(file)
          return false
        }}
      >
        <InboxOutlined className={styles.icon} aria-hidden />
        <p>选择或拖入导入文件</p>
        <p className="t-caption">.xls、.xlsx，可选多个；每个不超过 10 MB</p>
      </Upload.Dragger>
      {onTemplate && (
        <p className={styles.option}>
          <span className="t-caption">表头与模板一致时自动对应各列</span>
          <Button type="link" size="small" icon={<DownloadOutlined aria-hidden />} onClick={onTemplate}>
            下载导入模板
          </Button>
        </p>
      )}
      <FileList files={files} disabled={isSending} onRemove={remove} />
    </Dialog>
  )
}

interface ValidateSwitchProps {
  readonly checked: boolean
  readonly onChange: (isValidated: boolean) => void
}

/** Whether the server checks the rows against the rules of the online form (WG-141). */
function ValidateSwitch(props: ValidateSwitchProps) {
  return (
    <p className={styles.option}>
      <span>是否开启校验</span>
      <Switch {...props} aria-label="是否开启校验" checkedChildren="是" unCheckedChildren="否" />
    </p>
  )
}
