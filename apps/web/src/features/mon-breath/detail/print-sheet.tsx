import { type BreathDetail, CONFIRM_WORDS, NO_DIAGNOSIS, TO_CONFIRM } from '@natim/contract/mon/breath'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { createPortal } from 'react-dom'
import { ageText, sampleTime, sexText, statusText, verdictText } from '../breath-text.ts'
import styles from '../print.module.css'
import { bandText, panelRows, readingText } from './panel-rows.ts'

/** 结果单: printed instead of the page, masked or unmasked as on the screen. */
export function PrintSheet({ detail }: { readonly detail: BreathDetail }) {
  const { test } = detail
  const rows = panelRows(detail)
  const facts: readonly (readonly [string, string])[] = [
    ['编号', test.no],
    ['受试者码', test.subjectCode ?? '未关联'],
    ['年龄段 / 性别', `${ageText(test.ageBand)} / ${sexText(test.sex)}`],
    ['采样', sampleTime(test.sampleMs, test.isOpen)],
    ['地点', test.stationName ?? test.regionCode_dictText],
    ['方法 / 设备', `${test.method} / ${test.deviceName}`],
    ['结论', test.status === 'invalid' ? `样本无效 · ${test.exitReason ?? ''}` : verdictText(test)],
    ['状态', statusText(test.status)],
    ['复核', test.reviewedName ?? NO_VALUE],
    ['发布', test.releasedName ?? NO_VALUE],
    ['确证结果', test.confirmResult === null ? NO_VALUE : CONFIRM_WORDS[test.confirmResult]],
  ]
  return createPortal(
    <section className={styles.sheet} aria-hidden data-breath-sheet>
      <h1>呼气检测结果单</h1>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {test.status !== 'invalid' && rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>物质</th>
              <th>净值 ppb</th>
              <th>参考范围</th>
              <th>判读</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.code}>
                <td>{row.name}</td>
                <td>{formatNumber(row.net, row.decimals)}</td>
                <td>{row.band ? bandText(row.band) : NO_VALUE}</td>
                <td>{readingText(row.reading)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {test.verdict === 'presumptive' && <p>{TO_CONFIRM}。</p>}
      <p>
        <b>{NO_DIAGNOSIS}。</b>
      </p>
    </section>,
    document.body,
  )
}
