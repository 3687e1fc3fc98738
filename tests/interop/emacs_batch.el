;; Run by run_emacs.py in `emacs --batch', after the settings of docs/editors.md.  -*- lexical-binding: t -*-

(require 'cl-lib)

(defun batch-wait (what condition)
  (let ((deadline (+ (float-time) 60)))
    (while (not (funcall condition))
      (when (> (float-time) deadline) (error "waited for %s; the text is\n%s" what (buffer-string)))
      (accept-process-output nil 0.05))))

(defun batch-attached-p ()
  (or (understudy--workspace) (understudy--server)))

(defun batch-open (file)
  "Visit FILE, and wait for the server that the hooks of its mode start."
  (find-file file)
  (run-hooks 'post-command-hook) ; Eglot starts there
  (batch-wait "the server" #'batch-attached-p))

(defun batch-rename ()
  "Change `get' into `find' in the definition, key by key."
  (goto-char (point-min))
  (search-forward "get")
  (delete-region (- (point) 3) (point))
  (dolist (char (string-to-list "find")) (insert char)))

(defvar batch-answered nil)
(advice-add 'understudy--receive :after (lambda (&rest _) (setq batch-answered t)))

(defun batch-ask ()
  "Ask for the next edit, and return it."
  (setq batch-answered nil)
  (understudy-request)
  (batch-wait "an answer" (lambda () batch-answered))
  understudy--current)

(defun batch-accept-all ()
  "Accept one edit after the other until there is none, in all files."
  (let ((steps 0))
    (while (and (< (cl-incf steps) 12) (batch-ask))
      (unless (eq (understudy--target) (current-buffer))
        (batch-open (understudy-suggestion-file understudy--current))
        (batch-ask))
      (understudy-accept)))
  (save-some-buffers t))

(defun batch-reject-all ()
  "Reject one edit after the other until there is none, and ask once more."
  (let ((steps 0))
    (while (and (< (cl-incf steps) 12) (batch-ask)) (understudy-reject)))
  (when (batch-ask) (error "suggested again: %S" understudy--current))
  (save-some-buffers t))
