import { useId, useState } from 'react';

import { ATTACHMENT_ACCEPT } from '#contract/attachments.ts';

import { addToast } from '../feedback/toast-store.ts';
import { CloseIcon } from '../icons.tsx';
import * as copy from '../ui-copy.ts';
import { useRemovedRow } from '../use-removed-row.ts';
import { addAttachments, type AttachmentProblem } from './attachments.ts';
import { FieldError } from './field.tsx';

type FileFieldProps = {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
};

/** A field for attachments. Rejected files are reported here and in a toast. */
export function FileField({ files, onChange }: FileFieldProps) {
  const id = useId();
  const [problems, setProblems] = useState<readonly AttachmentProblem[]>([]);

  function choose(chosen: FileList | null): void {
    const added = addAttachments(files, [...(chosen ?? [])]);
    setProblems(added.problems);
    const last = added.problems.at(-1);
    if (last) addToast({ ...last, tone: 'danger' });
    onChange(added.files);
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {copy.attachments} <span className="font-normal text-muted">{copy.optional}</span>
      </label>
      <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
        {copy.attachmentsHint}
      </p>
      <input
        id={id}
        type="file"
        multiple
        accept={ATTACHMENT_ACCEPT}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => {
          choose(event.target.files);
          event.target.value = '';
        }}
        // The field itself stays empty, and would say so.
        className={`${files.length > 0 ? 'text-transparent' : 'text-muted'} block w-full rounded-md border border-dashed border-control bg-surface p-3 text-sm file:mr-4 file:min-h-9 file:rounded-sm file:border file:border-solid file:border-control file:bg-surface file:px-3 file:font-semibold file:text-ink`}
      />
      <div id={`${id}-error`}>
        {problems.map(({ description }) => (
          <FieldError key={description} id={`${id}-${description}`} message={description} />
        ))}
      </div>
      <output className="sr-only">
        {files.length > 0 && `${copy.attachedFiles}: ${files.map(({ name }) => name).join(', ')}`}
      </output>
      <FileList files={files} onRemove={(gone) => onChange(files.filter((file) => file !== gone))} />
    </div>
  );
}

function FileList({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const { area, expectRemoval } = useRemovedRow(files);
  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <ul aria-label={copy.attachedFiles} className="mt-3 space-y-2 empty:hidden">
        {files.map((file) => (
          <li
            key={`${file.name} ${file.size} ${file.lastModified}`}
            className="flex items-center gap-3 rounded-md border border-hairline bg-surface py-1 pr-1 pl-3 text-sm"
          >
            <span className="min-w-0 flex-1 truncate">{file.name}</span>
            <span className="text-muted tabular-nums">{fileSize(file.size)}</span>
            <button
              type="button"
              onClick={() => {
                expectRemoval();
                onRemove(file);
              }}
              className="inline-flex size-10 items-center justify-center rounded-sm text-muted hover:text-danger"
            >
              <CloseIcon className="size-4" />
              <span className="sr-only">
                {copy.remove} {file.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function fileSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
