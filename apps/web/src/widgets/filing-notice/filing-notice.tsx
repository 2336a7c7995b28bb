import { useSite } from '@/lib/site.ts'

/** The notice of registration that the law wants at the foot of pages; text and link come from the configuration. */
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
