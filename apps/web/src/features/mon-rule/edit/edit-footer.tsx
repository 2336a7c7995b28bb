import { WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import styles from './edit.module.css'
import type { Issue } from './rule-draft.ts'

interface FooterProps {
  readonly warnings: number
  readonly issues: readonly Issue[]
  /** Refusal of the server. */
  readonly problem: string | undefined
  /** Alarms of the rule that are not closed. */
  readonly openCount: number
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly onIssue: (path: string) => void
  readonly onCancel: () => void
  readonly onSave: () => void
}

/** Obstacles to saving, its consequences, and the two buttons. */
export function EditFooter(props: FooterProps) {
  const { isDirty, isSaving, onCancel, onSave } = props
  return (
    <footer className={styles.footer}>
      <Says {...props} />
      <span className={styles.footerActions}>
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" disabled={!isDirty} loading={isSaving} aria-keyshortcuts="Control+S" onClick={onSave}>
          保存{' '}
          <kbd className={styles.key} aria-hidden>
            Ctrl S
          </kbd>
        </Button>
      </span>
    </footer>
  )
}

function Says({ warnings, issues, problem, openCount, isDirty, onIssue }: FooterProps) {
  if (problem !== undefined)
    return (
      <span className={styles.footerProblem} role="alert">
        {problem}
      </span>
    )
  if (issues.length > 0)
    return (
      <span className={styles.footerProblem} role="alert">
        {issues.length} 处需要修改：
        {issues.slice(0, 3).map(({ path, message }) => (
          <button key={path} type="button" className={styles.more} onClick={() => onIssue(path)}>
            {message}
          </button>
        ))}
      </span>
    )
  return (
    <span className={styles.footerSays}>
      {warnings > 0 && (
        <span className={styles.footerWarning}>
          <WarningOutlined aria-hidden /> {warnings} 条警告，不阻止保存
        </span>
      )}
      {isDirty && openCount > 0 && <span>保存后 {openCount} 条未关闭的报警改按新版本判定</span>}
    </span>
  )
}
