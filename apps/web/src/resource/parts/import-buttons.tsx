import { DownloadOutlined, ImportOutlined } from '@ant-design/icons'
import type { ImportEndpoints } from '@natim/contract/system/import'
import { Button } from 'antd'
import { useState } from 'react'
import { downloadFile } from '../../lib/api/actions.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { Afterwards } from '../../widgets/import-workbench/import-workbench.tsx'
import { useListContext } from '../context.ts'
import { useMay } from '../use-may.ts'
import styles from './toolbar.module.css'

const ImportDialog = lazyPart(async () => (await import('../../widgets/import-dialog/import-dialog.tsx')).ImportDialog)
const ImportWorkbench = lazyPart(
  async () => (await import('../../widgets/import-workbench/import-workbench.tsx')).ImportWorkbench,
)

/**
 * Import of rows and its template, side by side (WG-145); absent where the list does not support it or the user lacks
 * the right.
 */
export function ImportButtons({ afterwards }: Pick<ImportingProps, 'afterwards'>) {
  const { resource, reload } = useListContext()
  const { imports } = resource
  const mayImport = useMay(imports?.importExcel)
  if (!imports || !mayImport) return null
  const takeTemplate = () => {
    // Already reported by the client.
    downloadFile(imports.template.path, { name: `${resource.title}导入模板.xlsx` }).catch(() => undefined)
  }
  return (
    <>
      <Button className={styles.secondary} icon={<DownloadOutlined aria-hidden />} onClick={takeTemplate}>
        下载模板
      </Button>
      <Importing imports={imports} afterwards={afterwards} onTemplate={takeTemplate} onDone={reload} />
    </>
  )
}

interface ImportingProps {
  readonly imports: ImportEndpoints
  /** Follow-up action after rows were imported, such as a password sheet. */
  readonly afterwards?: Afterwards | undefined
  readonly onTemplate: () => void
  readonly onDone: () => void
}

function Importing({ imports, afterwards, onTemplate, onDone }: ImportingProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const [file, setFile] = useState<File>()
  const open = () => {
    setHasOpened(true)
    setIsOpen(true)
  }
  const close = () => setIsOpen(false)
  return (
    <>
      <Button className={styles.secondary} icon={<ImportOutlined aria-hidden />} aria-haspopup="dialog" onClick={open}>
        导入
      </Button>
      {hasOpened && (
        <ImportDialog
          isOpen={isOpen}
          url={imports.importExcel.path}
          onTemplate={onTemplate}
          onReview={(chosen) => {
            setFile(chosen)
            close()
          }}
          onDone={onDone}
          onClose={close}
        />
      )}
      {file && (
        <ImportWorkbench
          endpoints={imports}
          file={file}
          afterwards={afterwards}
          onDone={onDone}
          onClose={() => setFile(undefined)}
        />
      )}
    </>
  )
}
