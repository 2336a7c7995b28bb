import type { Envelope } from '@natim/contract/envelope'
import { MESSAGES } from '@natim/contract/messages'
import { App } from 'antd'
import { useState } from 'react'
import { downloadFile, uploadAction } from '../../lib/api/actions.ts'
import { apiUrl } from '../../lib/config.ts'
import { useNotify } from '../../lib/notify.ts'
import { type ImportParts, importForm } from './import-form.ts'
import { sheetFault } from './sheet-file.ts'

const SOME_REFUSED = 201

type Answer = Partial<Envelope>

/**
 * The files of an import and their upload, to a path below the API base.
 * @param onDone called when rows were imported, all or some.
 */
export function useImport(url: string, onDone: () => void) {
  const [files, setFiles] = useState<readonly File[]>([])
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
    onDone()
  }

  async function send(options: Omit<ImportParts, 'files'>): Promise<void> {
    setIsSending(true)
    try {
      finish(await uploadAction<Answer>(url, importForm({ files, ...options })))
    } catch {
      // The cause was already reported by the client; the files stay for a retry (SY-13).
      notify.line(`${files.map(({ name }) => name).join('、')} 导入失败`, 'error')
    } finally {
      setIsSending(false)
    }
  }

  return {
    files,
    isSending,
    /** Adds a file, or reports why it cannot be imported. */
    add,
    remove: (file: File) => setFiles(files.filter((other) => other !== file)),
    clear: () => setFiles([]),
    send,
  }
}

/**
 * Reports refused rows with a link to the error file (WG-143). The file is private: fetched with the session's token.
 */
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
                // Already reported by the client.
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
