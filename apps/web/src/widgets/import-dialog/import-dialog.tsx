import { DeleteOutlined, FileExcelOutlined, InboxOutlined } from '@ant-design/icons'
import { MODAL_PX } from '@natim/contract/constants'
import type { Envelope } from '@natim/contract/envelope'
import { MESSAGES } from '@natim/contract/messages'
import { App, Button, Switch, Upload } from 'antd'
import { useState } from 'react'
import { downloadFile, uploadAction } from '../../lib/api/actions.ts'
import { apiUrl } from '../../lib/config.ts'
import { useNotify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './import-dialog.module.css'
import { importForm } from './import-form.ts'
import { SHEET_ACCEPT, sheetFault } from './sheet-file.ts'

export interface ImportDialogProps {
  readonly isOpen: boolean
  /** Where the files go, below the API base. */
  readonly url: string
  /** Sent as `isSingleTableImport`. */
  readonly biz?: string
  readonly foreignKeys?: readonly string[]
  /** Shows the validate switch and sends `validateStatus`. */
  readonly isOnline?: boolean
  /** Takes the one file on to be looked through before anything is written. */
  readonly onReview?: (file: File) => void
  /** Rows went in, all or some. */
  readonly onDone: () => void
  readonly onClose: () => void
}

const SOME_REFUSED = 201

type Answer = Partial<Envelope<unknown>>

/** Workbooks for an import, sent all at once (WG-140 to WG-143). */
export function ImportDialog(props: ImportDialogProps) {
  const { isOpen, url, biz, foreignKeys, isOnline = false, onReview, onDone, onClose } = props
  const [files, setFiles] = useState<readonly File[]>([])
  const [isValidated, setIsValidated] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const notify = useNotify()
  const showErrors = useErrorFile()

  async function add(file: File): Promise<void> {
    const fault = await sheetFault(file)
    if (fault) notify.line(fault)
    else setFiles((before) => [...before, file])
  }

  function finish({ success, message = '', code, result }: Answer): void {
    if (success !== true) {
      notify.line(message || MESSAGES['upload.failed'])
      return
    }
    if (code === SOME_REFUSED) showErrors(message, String(result ?? ''))
    else notify.line(message || '导入成功', 'success')
    onClose()
    onDone()
  }

  async function send(): Promise<void> {
    setIsSending(true)
    try {
      const form = importForm({ files, biz, foreignKeys, isValidated: isOnline ? isValidated : undefined })
      finish(await uploadAction<Answer>(url, form))
    } catch {
      // Reported by the client already; the files stay for another try.
    } finally {
      setIsSending(false)
    }
  }

  const [only] = files
  return (
    <Dialog
      open={isOpen}
      title="导入EXCEL"
      width={MODAL_PX.import}
      isSaving={isSending}
      onCancel={onClose}
      afterClose={() => setFiles([])}
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
        <Button key="send" type="primary" disabled={files.length === 0} loading={isSending} onClick={send}>
          {isSending ? '上传中...' : '开始上传'}
        </Button>,
      ]}
    >
      {isOnline && (
        <p className={styles.option}>
          <span>是否开启校验</span>
          <Switch
            aria-label="是否开启校验"
            checkedChildren="是"
            unCheckedChildren="否"
            checked={isValidated}
            onChange={setIsValidated}
          />
        </p>
      )}
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
      <ul className={styles.files} aria-label="已选文件">
        {files.map((file) => (
          <li key={`${file.name}:${file.lastModified}:${files.indexOf(file)}`} className={styles.file}>
            <FileExcelOutlined aria-hidden className="t-tertiary" />
            <span className="ellipsis" title={file.name}>
              {file.name}
            </span>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`移除 ${file.name}`}
              disabled={isSending}
              onClick={() => setFiles(files.filter((other) => other !== file))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Says that some rows were refused and where they are (WG-143). They are private: fetched with the session's token. */
function useErrorFile(): (message: string, path: string) => void {
  const { modal } = App.useApp()
  return (message, path) => {
    modal.warning({
      title: MESSAGES['import.withErrors'],
      content: (
        <>
          <p>{message}</p>
          <p>
            具体详情请
            <a
              href={apiUrl(path)}
              onClick={(event) => {
                event.preventDefault()
                // A failure was shown by the client.
                downloadFile(path).catch(() => undefined)
              }}
            >
              点击下载
            </a>
          </p>
        </>
      ),
    })
  }
}
