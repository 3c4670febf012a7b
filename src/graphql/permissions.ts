// Who may use a field, as `authScopes` takes it: one name for each kind of work, so that fields of one kind cannot differ.

/** Patients, calls, conversations and figures. */
export const toReadPatients = { 'patients:read': true } as const
export const toWritePatients = { 'patients:write': true } as const
/** Cases of adverse events. */
export const toReadCases = { $any: { 'patients:read': true, 'safety:review': true } } as const
/** Whoever of the staff hears of an adverse event. */
export const toReportCases = { $any: { 'patients:write': true, 'safety:review': true } } as const
export const toReviewSafety = { 'safety:review': true } as const
export const toReadBenefits = { $any: { 'patients:read': true, benefits: true } } as const
export const toWorkOnBenefits = { benefits: true } as const
/** The work queue; which kinds of work a caller sees in it follows the scopes (work/kinds.ts). */
export const toReadWork = { $any: { 'patients:read': true, 'safety:review': true, benefits: true } } as const
/** Work of any kind that staff share: the queue, assignments. */
export const toShareWork = { $any: { 'patients:write': true, 'safety:review': true, benefits: true } } as const
/** Records that hang on others: a voice platform, a librarian or a visitor reaches none of them by any path. */
export const toFollowEdges = { $any: { 'patients:read': true, 'safety:review': true, benefits: true } } as const
/** What a voice platform reports and runs. */
export const asPlatform = { 'voice:webhook': true } as const
/** What a voice platform reports, or staff in its place. */
export const asPlatformOrStaff = { $any: { 'voice:webhook': true, 'patients:write': true } } as const
/** A public code set: nothing of a patient is in it. */
export const toLookUpCodes = { $any: { 'voice:webhook': true, 'patients:read': true, benefits: true } } as const
/** Sources and policies, for those who keep them and those who work with them. */
export const toReadLibraryState = { $any: { library: true, 'patients:read': true, benefits: true } } as const
export const toKeepLibrary = { library: true } as const
/** Drafts of whoever uses the console. */
export const toKeepDrafts = { $any: { 'patients:read': true, 'safety:review': true, benefits: true, library: true, access: true } } as const
export const toManageAccess = { access: true } as const
/** The content widget: its pages, staff who look at what it says, and whoever keeps the library and tries it. */
export const toUseWidget = { $any: { widget: true, 'patients:read': true, library: true } } as const
/** The names of colleagues, for whoever shares work with them or manages them. */
export const toReadStaff = { $any: { ...toShareWork.$any, access: true } } as const
/** Whoever has a key or is known: a person without a role learns so. */
export const toAsk = () => true

/** For a field that leads from one record to another, or to what hangs on it. */
export const edge = { authScopes: toFollowEdges } as const
