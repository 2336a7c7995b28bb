import { screen } from '@testing-library/react'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { CronInput } from './cron-input/cron-input.tsx'
import { ReportPopup } from './report-popup/report-popup.tsx'
import { FileUpload } from './upload/file-upload.tsx'

const CONTROLS: readonly (readonly [name: string, control: ReactNode, changedBy: number])[] = [
  ['an expression', <CronInput key="cron" value="0 0 2 * * ? *" />, 2],
  ['a row of a report', <ReportPopup key="report" code="r" value="甲" field="a" orgFields="a" destFields="a" />, 2],
  ['files', <FileUpload key="files" value="temp/a.pdf" />, 2],
  ['pictures', <FileUpload key="pictures" kind="image" value="temp/a.png,temp/b.png" />, 7],
]

/** What changes a value; looking at a file changes none. */
const changing = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('textbox')].filter(
    (element) => !element.matches(':disabled') && !/^(预览.*|a\.pdf)$/.test(element.title || element.textContent || ''),
  )

it.each(CONTROLS)('a form that is only looked at takes no change of %s', (_, control, changedBy) => {
  const { unmount } = renderPage(<Form disabled>{control}</Form>)
  expect(changing()).toEqual([])
  unmount()
  renderPage(<Form>{control}</Form>)
  expect(changing()).toHaveLength(changedBy)
})
