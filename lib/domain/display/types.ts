/** A message of the information screen. @spec B §3 "Display message" */
export interface DisplayMessage {
  id: string;
  /** 1 is first. */
  priority: number;
  /** Civil days; an open end stays until removed. */
  from: string;
  to: string | null;
  message: string;
  version: string;
}

/** A message to write. */
export interface DisplayMessageDraft {
  priority: number;
  from: string;
  to: string | null;
  message: string;
  version?: string | undefined;
}

/** A contact of the information screen. @spec B §3 "Display contact" */
export interface DisplayContact {
  id: string;
  /** 1 is first. */
  priority: number;
  name: string;
  phone: string;
  /** Empty when there is none. */
  mail: string;
  version: string;
}

/** A contact to write. */
export interface DisplayContactDraft {
  priority: number;
  name: string;
  phone: string;
  mail: string;
  version?: string | undefined;
}
