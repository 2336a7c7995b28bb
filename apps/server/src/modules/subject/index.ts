export { noteAccess } from './access.ts'
export {
  fieldsFor,
  isPersonEvent,
  PERSON_BLOBS,
  PERSON_EVENTS,
  PERSON_LINKED,
  refuseClosedFields,
  SCORE_EVENT,
  type Sight,
  sightOf,
} from './mask.ts'
export { newSubjectCode, randomId } from './random-id.ts'
export { findSubject, findSubjectByCode } from './subject.repository.ts'
export { registerSubjectRoutes } from './subject.routes.ts'
export { toSubjectView, vaultContext } from './subject.service.ts'
