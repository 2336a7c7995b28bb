import type { SubjectForm, SubjectView } from '@natim/contract/mon/subject'
import { regionName } from '@natim/domain/regions'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeOperation } from '../../platform/journal.ts'
import { isInScope } from '../../platform/scope.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { noteAccess } from './access.ts'
import { type Sight, sightOf } from './mask.ts'
import { newSubjectCode, randomId } from './random-id.ts'
import { findSubject, insertSubject, putIdentity, type SubjectRecord } from './subject.repository.ts'

/** Binds a sealed text to its subject: it cannot be opened in another row. */
export const vaultContext = (subjectId: string): string => `subject:${subjectId}`

export const toSubjectView = (record: SubjectRecord, sight: Sight): SubjectView => ({
  id: record.id,
  subjectCode: sight.code(record.subjectCode),
  ageBand: record.ageBand,
  sex: record.sex,
  heightBand: record.heightBand,
  smoker: record.smoker,
  pregnant: record.pregnant,
  conditions: record.conditions,
  regionCode: record.regionCode,
  regionCode_dictText: regionName(record.regionCode),
})

export interface Subjects {
  add(actor: Actor, form: SubjectForm): Promise<{ id: string; subjectCode: string }>
  /** Returns one code unmasked and logs the access. */
  code(actor: Actor, id: string): Promise<{ subjectCode: string }>
}

export function createSubjects({ db, sealer }: { readonly db: Db; readonly sealer: Sealer }): Subjects {
  return {
    async add(actor, { identity, ...form }) {
      const { user } = actor
      const place = { sysOrgCode: user.scope.orgCode, regionCode: form.regionCode }
      if (!isInScope(user.scope, place)) throw new AppError('row.not_found')
      const row = { ...form, ...place, id: randomId(), subjectCode: newSubjectCode(), createBy: user.username }
      await db.transaction().execute(async (trx) => {
        await insertSubject(trx, row)
        if (identity) {
          await putIdentity(trx, row.id, sealer.seal(JSON.stringify(identity), vaultContext(row.id)), user.username)
        }
        // Without the row: its time would reveal when a person was present.
        await writeOperation(trx, actor, { content: '登记受试者', operateType: 2 })
      })
      const sight = sightOf(user, user.permissions.has('mon:health:view'))
      await noteAccess(db, actor, sight, { kind: 'code', object: 'subject', subjectIds: [row.id] })
      return { id: row.id, subjectCode: sight.code(row.subjectCode) }
    },
    async code(actor, id) {
      const record = await findSubject(db, actor.user.scope, id)
      if (record === undefined) throw new AppError('row.not_found')
      const sight = sightOf(actor.user, true)
      await noteAccess(db, actor, sight, { kind: 'code', object: 'subject', subjectIds: [id] })
      return { subjectCode: sight.code(record.subjectCode) }
    },
  }
}
