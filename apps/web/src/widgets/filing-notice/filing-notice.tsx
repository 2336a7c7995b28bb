import { useSite } from '@/lib/site.ts'

/** The legally required filing notice at the page footer; text and link come from the configuration. */
export function FilingNotice() {
  const { filingText, filingUrl } = useSite()
  if (filingText === '') return null
  if (filingUrl === null) return <span>{filingText}</span>
  return (
    <a href={filingUrl} target="_blank" rel="noopener noreferrer" className="t-tertiary">
      {filingText}
    </a>
  )
}
