import { ruleEndpoints } from '@natim/contract/mon/rule'
import type { RuleRow } from '@natim/contract/mon/rule.resource'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import * as R from '@/resource/index.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Tag } from '@/ui/tag.tsx'
import { useEnable } from '../list/enable-switch.tsx'
import { RULES } from '../paths.ts'
import styles from './edit.module.css'
import { VersionsDrawer } from './versions-drawer.tsx'

interface HeadProps {
  readonly title: string
  readonly code: string
  readonly row?: RuleRow | undefined
  readonly onChanged?: (() => void) | undefined
  readonly onRestored?: (() => void) | undefined
}

/** Back link, name, code and state; switch and versions at the right. */
export function RuleHead({ title, code, row, onChanged, onRestored }: HeadProps) {
  return (
    <PageHead
      title={
        <span className={styles.title}>
          <Link to={RULES}>报警规则</Link>
          <span className={styles.slash} aria-hidden>
            /
          </span>
          {title}
        </span>
      }
      meta={
        <span className={styles.titleFacts}>
          {code}
          {row && (
            <Tag
              tone={row.enabled ? 'success' : 'neutral'}
            >{`v${row.version} ${row.enabled ? '生效中' : '已停用'}`}</Tag>
          )}
        </span>
      }
      actions={row && onChanged && <HeadActions row={row} onChanged={onChanged} onRestored={onRestored ?? onChanged} />}
    />
  )
}

interface ActionsProps {
  readonly row: RuleRow
  readonly onChanged: () => void
  readonly onRestored: () => void
}

function HeadActions({ row, onChanged, onRestored }: ActionsProps) {
  const mayEnable = R.useMay(ruleEndpoints.enable)
  const { enable, isBusy } = useEnable(onChanged)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {mayEnable && (
        <span className={styles.enable}>
          <span aria-hidden>启用</span>
          <Switch
            aria-label="启用"
            checked={row.enabled}
            loading={isBusy}
            onChange={(enabled) => enable(row, enabled)}
          />
        </span>
      )}
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        版本记录
      </Button>
      <VersionsDrawer row={row} isOpen={isOpen} onClose={() => setIsOpen(false)} onRestored={onRestored} />
    </>
  )
}
