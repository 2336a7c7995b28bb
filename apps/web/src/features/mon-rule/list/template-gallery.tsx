import { type RuleTemplate, ruleEndpoints } from '@natim/contract/mon/rule'
import { toRuleBody } from '@natim/contract/mon/rule-body'
import { RULE_NAMES } from '@natim/contract/mon/rule-names'
import { ruleSentence } from '@natim/domain/alarm/sentence'
import { Button } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import styles from './list.module.css'

const WIDTH_PX = 960

interface GalleryProps {
  readonly isOpen: boolean
  readonly onChoose: (template: RuleTemplate) => void
  readonly onClose: () => void
}

/** 从模板新建: templates based on published limits and our own practice. */
export function TemplateGallery({ isOpen, onChoose, onClose }: GalleryProps) {
  const { data, error, refetch } = useEndpoint(ruleEndpoints.templates, {}, { enabled: isOpen })
  return (
    <Dialog title="从模板新建" open={isOpen} width={WIDTH_PX} footer={null} onCancel={onClose} destroyOnHidden>
      {error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <TableSkeleton rows={5} columns={2} />
      ) : (
        <ul className={styles.gallery}>
          {data.map((template) => (
            <Card key={template.code} template={template} onChoose={() => onChoose(template)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Card({ template, onChoose }: { readonly template: RuleTemplate; readonly onChoose: () => void }) {
  const { name, description, source } = template
  const lines = ruleSentence(toRuleBody(template.body), RULE_NAMES).filter(({ severity }) => severity !== undefined)
  return (
    <li className={styles.card}>
      <h3 className={styles.cardTitle}>{name}</h3>
      <p className={styles.cardText}>{description}</p>
      <ul className={styles.cardLines}>
        {lines.map(({ severity, parts }, index) => (
          // Two branches may have the same text.
          <li key={index}>
            {severity !== undefined && <SeverityGlyph level={severity} size={13} />}
            <span>{parts.map(({ text }) => text).join('')}</span>
          </li>
        ))}
      </ul>
      <p className={styles.cardFoot}>
        <span>{source === '' ? '本网自定' : `来源 ${source}`}</span>
        <Button type="link" size="small" aria-label={`使用模板 ${name}`} onClick={onChoose}>
          使用
        </Button>
      </p>
    </li>
  )
}
