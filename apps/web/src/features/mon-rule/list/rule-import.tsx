import type { CallResult } from '@natim/contract/endpoint'
import { type portableRule, ruleEndpoints } from '@natim/contract/mon/rule'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '@/lib/api/api-error.ts'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import styles from './list.module.css'

type Rules = z.input<typeof portableRule>[]
type Preview = CallResult<(typeof ruleEndpoints)['importJson']>

const WIDTH_PX = 640
const MAX_BYTES = 2 * 1024 * 1024
const OUTCOMES: Readonly<Record<Preview[number]['outcome'], readonly [text: string, tone: TagTone]>> = {
  new: ['新增', 'success'],
  changed: ['修改', 'info'],
  same: ['相同', 'neutral'],
}
const file = z.array(z.looseObject({ schema: z.number(), code: z.string() }))

interface ImportProps {
  readonly isOpen: boolean
  readonly onDone: () => void
  readonly onClose: () => void
}

/** 导入规则: the file is checked and previewed; then it is imported as a whole or not at all. */
export function RuleImport({ isOpen, onDone, onClose }: ImportProps) {
  const { line } = useNotify()
  const [rules, setRules] = useState<Rules>()
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const reset = () => {
    setRules(undefined)
    setPreview(undefined)
    setProblem(undefined)
  }

  async function read(chosen: File): Promise<void> {
    reset()
    try {
      const given = rulesIn(chosen.size, await textOf(chosen))
      setPreview(await call(ruleEndpoints.importJson, { body: { rules: given, check: true } }, { silent: true }))
      setRules(given)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreadable)) throw error
      setProblem(error.message)
    }
  }

  async function save(): Promise<void> {
    if (!rules) return
    setIsSaving(true)
    try {
      line((await callWithMessage(ruleEndpoints.importJson, { body: { rules } }, { silent: true })).message, 'success')
      onDone()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setIsSaving(false)
    }
  }

  const writes = preview?.filter(({ outcome }) => outcome !== 'same').length ?? 0
  return (
    <Dialog
      title="导入规则"
      open={isOpen}
      width={WIDTH_PX}
      isSaving={isSaving}
      okText={writes > 0 ? `导入 ${writes} 条` : '导入'}
      cancelText="取消"
      okButtonProps={{ disabled: writes === 0 || problem !== undefined }}
      onOk={() => void save()}
      onCancel={onClose}
      afterClose={reset}
    >
      <Upload
        accept="application/json,.json"
        showUploadList={false}
        beforeUpload={(chosen) => {
          void read(chosen)
          return false
        }}
      >
        <Button>选择 JSON 文件</Button>
      </Upload>
      <p className={styles.hint}>按规则编号写入：已有的修改为新版本，没有的新增。全部写入，或一条也不写入。</p>
      {problem !== undefined && <ErrorBar message={problem} />}
      {preview && <PreviewList preview={preview} />}
    </Dialog>
  )
}

function PreviewList({ preview }: { readonly preview: Preview }) {
  return (
    <ul className={styles.preview} aria-label="导入预览">
      {preview.map(({ code, name, outcome }) => (
        <li key={code}>
          <Tag tone={OUTCOMES[outcome][1]}>{OUTCOMES[outcome][0]}</Tag>
          <span className={styles.code}>{code}</span>
          <span className="ellipsis">{name}</span>
        </li>
      ))}
    </ul>
  )
}

class Unreadable extends Error {}

const textOf = (chosen: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Unreadable('文件无法读取')))
    reader.readAsText(chosen)
  })

/** @throws Unreadable when it is not a rule file */
function rulesIn(bytes: number, text: string): Rules {
  if (bytes > MAX_BYTES) throw new Unreadable('文件不能超过 2 MB')
  try {
    return file.parse(JSON.parse(text)) as Rules
  } catch {
    throw new Unreadable('文件无法读取，请选择由本系统导出的规则文件')
  }
}
