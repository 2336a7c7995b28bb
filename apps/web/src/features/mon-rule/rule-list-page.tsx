import { AppstoreAddOutlined, ExportOutlined, ImportOutlined } from '@ant-design/icons'
import { ruleEndpoints } from '@natim/contract/mon/rule'
import { type RuleRow, rule } from '@natim/contract/mon/rule.resource'
import { Button } from 'antd'
import { useState } from 'react'
import { goTo } from '@/lib/address.tsx'
import { call } from '@/lib/api/http.ts'
import { saveFile } from '@/lib/save-file.ts'
import * as R from '@/resource/index.ts'
import { RuleImport } from './list/rule-import.tsx'
import { TemplateGallery } from './list/template-gallery.tsx'
import { copyOf, fromTemplate, NEW_RULE, rulePath } from './paths.ts'
import styles from './rule-list-page.module.css'
import { rules } from './rule-resource.tsx'

const ACTIONS_PX = 150
const COLUMNS = [
  'code',
  'name',
  'enabled',
  { key: 'sentence', title: '读作', width: 420, render: (row: RuleRow) => rules.fields.sentence?.render?.(row) },
  'place',
  'version',
  'openCount',
  'updateTime',
] as const

/** 报警规则: list of rules, switched on and off here and edited on a page of their own. */
export default function RuleListPage() {
  const list = R.useResourceList(rules)
  const editor = R.useResourceEditor(rules, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.RecycleBinButton />
        <ImportButton onDone={list.reload} />
        <ExportJsonButton />
        <R.ExportButton />
        <TemplateButton />
        <R.CreateButton onClick={() => goTo(NEW_RULE)} />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="name" label="规则名称" />
          <R.SearchField resource={rules} name="code" />
        </R.SearchForm>
        <R.Table
          resource={rules}
          columns={COLUMNS}
          rowActions={rowActions}
          rowActionsWidth={ACTIONS_PX}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<TemplateButton />}
        />
        <R.Pager />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

const rowActions = (row: RuleRow) => (
  <>
    <OpenLink row={row} />
    <CopyLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

function OpenLink({ row }: { readonly row: RuleRow }) {
  const verb = R.useMay(rule.endpoints.update) ? '编辑' : '查看'
  return (
    <R.TextLink label={`${verb} ${row.name}`} onClick={() => goTo(rulePath(row.id))}>
      {verb}
    </R.TextLink>
  )
}

function CopyLink({ row }: { readonly row: RuleRow }) {
  if (!R.useMay(rule.endpoints.create)) return null
  return (
    <R.TextLink label={`复制 ${row.name}`} onClick={() => goTo(copyOf(row.id))}>
      复制
    </R.TextLink>
  )
}

function TemplateButton() {
  const [isOpen, setIsOpen] = useState(false)
  if (!R.useMay(rule.endpoints.create)) return null
  return (
    <>
      <Button
        className={styles.wide}
        icon={<AppstoreAddOutlined aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        从模板新建
      </Button>
      <TemplateGallery
        isOpen={isOpen}
        onChoose={({ code }) => {
          setIsOpen(false)
          goTo(fromTemplate(code))
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}

function ImportButton({ onDone }: { readonly onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!R.useMay(ruleEndpoints.importJson)) return null
  return (
    <>
      <Button
        className={styles.wide}
        icon={<ImportOutlined aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        导入规则
      </Button>
      <RuleImport isOpen={isOpen} onDone={onDone} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** Exports rules as a file for another installation: the selected ones, otherwise all. */
function ExportJsonButton() {
  const { selection } = R.useListContext()
  const [isBusy, setIsBusy] = useState(false)
  if (!R.useMay(ruleEndpoints.exportJson)) return null
  async function save(): Promise<void> {
    setIsBusy(true)
    try {
      const ids = selection.ids.length > 0 ? { ids: selection.ids.join(',') } : {}
      saveJson('报警规则.json', await call(ruleEndpoints.exportJson, { query: ids }))
    } catch {
      // Reported by the client.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button className={styles.wide} icon={<ExportOutlined aria-hidden />} loading={isBusy} onClick={() => void save()}>
      导出规则
    </Button>
  )
}

const saveJson = (name: string, content: unknown) =>
  saveFile(name, new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
